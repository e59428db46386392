#!/usr/bin/env node
// The command-line program. It shares no code with the service: what checks a signature must not have made it.
import { runVerify, VERIFY_HELP } from './verify/command.ts';

const HELP = `rowcall <command>

  verify   check receipts, proofs, checkpoints and whole logs, offline if you like

rowcall verify --help says more.`;

const USAGE = 2;

const [command, ...args] = process.argv.slice(2);
if (command === 'verify' && !args.includes('--help') && !args.includes('-h')) process.exitCode = await runVerify(args, process.env);
else if (command === 'verify') console.log(VERIFY_HELP);
else {
  const isAsked = command === '--help' || command === '-h';
  (isAsked ? console.log : console.error)(command === undefined || isAsked ? HELP : `rowcall: there is no command ${command}.\n\n${HELP}`);
  process.exitCode = isAsked ? 0 : USAGE;
}
