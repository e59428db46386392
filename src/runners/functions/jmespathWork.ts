// The account of one JMESPath evaluation. Pure.

/** One unit is a visited node, four items or sixteen characters; all of it is a fraction of a second. */
const WORK_MAX = 1_000_000;
const CHARS_PER_UNIT = 16;
const ITEMS_PER_UNIT = 4;

export class TooCostly extends Error {}

/** Counts work; every charge throws TooCostly once the bound is passed. */
export class Work {
  private left = WORK_MAX;
  private readonly emptiness = new WeakMap<object, boolean>();

  charge(units: number): void {
    this.left -= units;
    // The negated form also stops at NaN.
    if (!(this.left >= 0)) throw new TooCostly();
  }

  chargeChars(count: number): void {
    this.charge(count / CHARS_PER_UNIT);
  }

  chargeItems(count: number): void {
    this.charge(count / ITEMS_PER_UNIT);
  }

  /** The cost of going once over a value's own characters, items or members. */
  chargeShallow(value: unknown): void {
    if (typeof value === 'string') this.chargeChars(value.length);
    else if (Array.isArray(value)) this.chargeItems(value.length);
    else if (typeof value === 'object' && value !== null) this.chargeItems(Object.keys(value).length);
  }

  /** The cost of going over all that a value holds, as often as it is held. */
  chargeDeep(value: unknown): void {
    this.charge(1);
    this.chargeShallow(value);
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) this.chargeDeep(member);
  }

  /** JMESPath's falsehood. An object's members are counted once, however often it is asked. */
  isFalse(value: unknown): boolean {
    if (value === null || value === undefined || value === false || value === '') return true;
    if (typeof value !== 'object') return false;
    if (Array.isArray(value)) return value.length === 0;
    const known = this.emptiness.get(value);
    if (known !== undefined) return known;
    const empty = Object.keys(value).length === 0;
    this.emptiness.set(value, empty);
    return empty;
  }
}
