// The bytes that stand for an entry in the tree.

/** An entry as it is kept; `payload` is RFC 8785 text. */
export interface KeptEntry {
  readonly seq: number;
  readonly kind: string;
  readonly subject: string;
  readonly at: string;
  readonly payload: string;
}

/** The RFC 8785 text of {seq, kind, subject, at, payload}: the members in the order of their names, the payload as it is. */
export function leafText({ seq, kind, subject, at, payload }: KeptEntry): string {
  const [time, name, about] = [at, kind, subject].map((text) => JSON.stringify(text));
  return `{"at":${time},"kind":${name},"payload":${payload},"seq":${seq},"subject":${about}}`;
}
