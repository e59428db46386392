// Shapes of well-known credentials. A row names a credential, it never holds one: a value pasted into a target, an
// auth column or a payload is refused when it is written. Pure.

/** Prefixes that issuers publish so that scanners find leaked keys, with the length that makes a false alarm unlikely. */
const SHAPES: readonly (readonly [issuer: string, shape: RegExp])[] = [
  ['OpenAI, Anthropic and kin', /\bsk-(?:ant-|proj-|or-|svcacct-)?[A-Za-z0-9_-]{20,}/],
  ['Stripe', /\b[rsp]k_(?:live|test)_[A-Za-z0-9]{16,}/],
  ['GitHub', /\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{30,}/],
  ['GitLab', /\bgl(?:pat|ptt|dt|rt)-[A-Za-z0-9_-]{18,}/],
  ['Slack', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-\d-[A-Za-z0-9-]{10,}/],
  ['AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['Google', /\bAIza[0-9A-Za-z_-]{35}|\bya29\.[0-9A-Za-z_-]{20,}/],
  ['xAI', /\bxai-[A-Za-z0-9]{20,}/],
  ['Groq', /\bgsk_[A-Za-z0-9]{20,}/],
  ['Hugging Face', /\bhf_[A-Za-z0-9]{20,}/],
  ['npm', /\bnpm_[A-Za-z0-9]{30,}/],
  ['SendGrid', /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/],
  ['Twilio', /\bSK[0-9a-f]{32}\b/],
  ['Shopify', /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/],
  ['a signed token (JWT)', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/],
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['an Authorization header', /\b(?:Bearer|Basic)\s+[A-Za-z0-9._~+/-]{24,}=*/i],
];

/** Whose key the text seems to hold; undefined where it holds none. */
export function credentialShapeIn(text: string): string | undefined {
  return SHAPES.find(([, shape]) => shape.test(text))?.[0];
}
