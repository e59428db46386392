// Content types under which stored bytes may be served from this origin. Pure.

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const MEDIA_TYPE = new RegExp(`^\\s*(${TOKEN})/(${TOKEN})\\s*(?:;|$)`);
const CHARSET = /;\s*charset\s*=\s*"?([\w-]+)"?/i;
const CHARSETS = /^(?:utf-8|utf-16(?:le|be)?|us-ascii|iso-8859-\d{1,2}|windows-125\d|koi8-[ru]|shift_jis|euc-(?:jp|kr)|gb(?:2312|k|18030)|big5)$/;

/** Kinds of text that no browser runs. */
const PASSIVE_TEXT = new Set(['plain', 'csv', 'tab-separated-values', 'markdown', 'calendar', 'vcard']);
/** Markup and scripts, as a part of a subtype: `svg+xml`, `xhtml+xml`, `vnd.x.xml`; not the `openxmlformats` of office files. */
const ACTIVE = /(?:^|[+.-])(?:xml|x?html|svg|xslt?|xul|mathml|css|hta)(?:$|[+.-])|script|flash/;
const OPAQUE = 'application/octet-stream';

/**
 * The type to store and serve: media types that cannot run anything stay, markup and scripts become plain text, all
 * else octets. Idempotent. Of parameters only a charset survives, and only on text.
 */
export function safeContentType(contentType: string): string {
  const [, type = '', subtype = ''] = MEDIA_TYPE.exec(contentType.toLowerCase()) ?? [];
  const charset = CHARSET.exec(contentType)?.[1]?.toLowerCase() ?? '';
  const asText = (kind: string): string => `text/${kind}; charset=${CHARSETS.test(charset) ? charset : 'utf-8'}`;
  if (type === 'text') return asText(PASSIVE_TEXT.has(subtype) ? subtype : 'plain');
  if (!['application', 'image', 'audio', 'video', 'font'].includes(type)) return OPAQUE;
  return ACTIVE.test(subtype) ? asText('plain') : `${type}/${subtype}`;
}
