// How a check ends: it holds, or it throws one of these.

/** Something is contradicted: a forgery, a change, another log. Exit code 1. */
export class Contradiction extends Error {}

/** It cannot be told: something is missing, not readable, or has not ended. Exit code 3. */
export class Undecided extends Error {}

/** The command line makes no sense. Exit code 2. */
export class Usage extends Error {}
