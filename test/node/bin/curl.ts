// The few options of curl that the documents use: -s, -X, -H, -d.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
});
const answer = await fetch(String(positionals[0]), {
  method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
  headers: values.header.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  ...(values.data === undefined ? {} : { body: values.data }),
});
process.stdout.write(await answer.text());
