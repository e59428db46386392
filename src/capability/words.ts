// From text to the words that resolve compares. Pure.

/** A phrase as pins are compared by: its words, in order, in any case and spacing. Empty where it holds no word. */
export function pinWords(phrase: string): string {
  return (phrase.normalize('NFKC').toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ');
}
