import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literal } from '../../../src/errors.ts';
import { expandHttpPayload, type HttpPayload, parseHttpPayload } from '../../../src/templates/httpPayload.ts';
import { type Arguments, type Parameter, textOf } from '../../../src/templates/parameters.ts';
import { anyArguments, anyTemplate, named, PARAMETERS, positional } from './arbitraries.ts';

const NONE: ReadonlySet<string> = new Set();

function expand(payload: string, args: Arguments, parameters: readonly Parameter[], method = 'POST', used = NONE): HttpPayload | string {
  const template = parseHttpPayload(payload, method, parameters, used);
  if (!template.ok) return template.problem.rule;
  const result = expandHttpPayload(template.value, args);
  return result.ok ? result.value : literal(result.fault);
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

describe('header lines', () => {
  it('end at the first empty line, and the body follows', () => {
    expect(expand('Accept: text/plain\r\nX-Id: $a\r\n\r\n{"a": "$a"}', { a: 'v' }, named('a'))).toEqual({
      headers: [
        ['Accept', 'text/plain'],
        ['X-Id', 'v'],
      ],
      body: { kind: 'json', contentType: JSON_TYPE, text: '{"a":"v"}' },
    });
  });

  it('may be the whole payload', () => {
    expect(expand('Accept: text/plain\n', {}, [], 'GET')).toEqual({ headers: [['Accept', 'text/plain']] });
    expect(expand('X-Id: $a', { a: 'v', b: 'w' }, named('a', 'b'))).toEqual({
      headers: [['X-Id', 'v']],
      body: { kind: 'json', contentType: JSON_TYPE, text: '{"b":"w"}' },
    });
  });

  it('with a line among them that is none are bad_template, not a body', () => {
    expect(expand('Content-Type: application/json\n{"a": "$a"}', { a: 'v' }, named('a'))).toBe('bad_template');
  });

  it('S11: may not set what the service sets', () => {
    expect(expand('Authorization: Bearer $a\n\n{}', { a: 'v' }, named('a'))).toBe('bad_template');
  });

  it('are no headers where the payload begins otherwise', () => {
    expect(expand('{"a": "x: y"}', {}, [])).toMatchObject({ headers: [], body: { text: '{"a":"x: y"}' } });
    expect(expand('a=x: y', {}, [])).toMatchObject({ headers: [], body: { kind: 'form' } });
  });
});

describe('the kind of body', () => {
  it.each<[string, string, string, string]>([
    ['{"a":"$1"}', 'json', JSON_TYPE, '{"a":"v w"}'],
    ['\n\n [ $1 ]', 'json', JSON_TYPE, '["v w"]'],
    ['"$1"', 'json', JSON_TYPE, '"v w"'],
    ['$1', 'json', JSON_TYPE, '"v w"'],
    ['$1+\n', 'json', JSON_TYPE, '"v w"'],
    ['a=$1&b=x', 'form', FORM_TYPE, 'a=v%20w&b=x'],
    ['a=$1\nb=x\n', 'form', FORM_TYPE, 'a=v%20w&b=x'],
    ['Content-Type: application/vnd.api+json\n\n{"a":$1}', 'json', 'application/vnd.api+json', '{"a":"v w"}'],
    ['content-type: application/json; charset=utf-8\n\n"$1"', 'json', 'application/json; charset=utf-8', '"v w"'],
    ['Content-Type: Application/X-WWW-Form-Urlencoded\n\na=$1', 'form', 'Application/X-WWW-Form-Urlencoded', 'a=v%20w'],
    ['Content-Type: text/plain\n\nHello $1,\n\n{bye}\n', 'raw', 'text/plain', 'Hello v w,\n\n{bye}\n'],
    ['Content-Type: application/xml\n\n<a>$1</a>', 'raw', 'application/xml', '<a>v w</a>'],
    ['Content-Type: application/xml\n\n{"a":"\\$1"}', 'raw', 'application/xml', '{"a":"$1"}'],
  ])('of %j is %s', (payload, kind, contentType, text) => {
    expect(expand(payload, { 1: 'v w' }, positional(1))).toEqual({ headers: [], body: { kind, contentType, text } });
  });

  it('multipart has a field a line, and no Content-Type of its own', () => {
    expect(expand('Content-Type: multipart/form-data\n\nname=$a\nfile = x=$b\n\nopt=$c\n', { a: 'v\r\n--x', b: '1' }, named('a', 'b', 'c?'))).toEqual(
      {
        headers: [],
        body: {
          kind: 'multipart',
          fields: [
            ['name', 'v\r\n--x'],
            ['file', ' x=1'],
          ],
        },
      },
    );
  });

  it.each([
    ['Content-Type: $a\n\n{}', 'POST'],
    ['Content-Type: json\n\n{}', 'POST'],
    ['Content-Type: text/plain\nContent-Type: text/plain\n\nx', 'POST'],
    ['Content-Type: application/json\n\na=$a', 'POST'],
    ['Content-Type: multipart/form-data\n\n$a=x', 'POST'],
    ['Content-Type: multipart/form-data\n\nx', 'POST'],
    ['Content-Type: text/plain', 'POST'],
    ['Content-Type: application/x-www-form-urlencoded\n\n$a', 'POST'],
    ['x$a=1', 'POST'],
    ['{"a":', 'POST'],
    ['{"a": 1}', 'GET'],
    ['a=$a', 'head'],
    ['Accept: x\n\n$a', 'GET'],
  ])('%j on %s is bad_template', (payload, method) => {
    expect(expand(payload, { a: 'v' }, named('a'), method)).toBe('bad_template');
  });
});

describe('without a body template', () => {
  const parameters: Parameter[] = [...named('id', 'note?', 'untyped'), { name: 'count', required: false, rest: false, types: ['integer'] }];
  const args = { id: '7', untyped: '{"x":1}', count: 3 };

  it.each(['POST', 'PUT', 'PATCH', 'post'])('%s sends the arguments used nowhere else, as a JSON object', (method) => {
    expect(expand('', args, parameters, method, new Set(['id']))).toEqual({
      headers: [],
      body: { kind: 'json', contentType: JSON_TYPE, text: '{"untyped":{"x":1},"count":3}' },
    });
    expect(expand('\n', {}, [], method)).toEqual({ headers: [], body: { kind: 'json', contentType: JSON_TYPE, text: '{}' } });
  });

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])('%s sends none', (method) => {
    expect(expand('', args, parameters, method)).toEqual({ headers: [] });
  });

  it('DELETE has the body that the row gives it', () => {
    expect(expand('{"id":"$id"}', args, parameters, 'DELETE')).toMatchObject({ body: { text: '{"id":"7"}' } });
  });

  it('the Content-Type line says how the arguments are written', () => {
    expect(expand('Content-Type: application/x-www-form-urlencoded', args, parameters)).toMatchObject({
      body: { kind: 'form', text: 'id=7&untyped=%7B%22x%22%3A1%7D&count=3' },
    });
    expect(expand('Content-Type: multipart/form-data', args, parameters)).toMatchObject({
      body: {
        kind: 'multipart',
        fields: [
          ['id', '7'],
          ['untyped', '{"x":1}'],
          ['count', '3'],
        ],
      },
    });
  });
});

describe('an absent optional argument', () => {
  it('takes its form field with it, and the body where it is all of it', () => {
    expect(expand('a=$a&b=1&c=x$a', {}, named('a?'))).toMatchObject({ body: { text: 'b=1&c=x' } });
    expect(expand('$a', {}, named('a?'))).toEqual({ headers: [] });
    expect(expand('Content-Type: text/plain\n\n$a', {}, named('a?'))).toEqual({ headers: [] });
  });
});

it('a value with half of a surrogate pair is a fault, not an exception', () => {
  expect(expand('a=$a', { a: 'x\udc00' }, named('a'))).toBe('invalid_argument:/a');
  expect(expand('{"a":"$a"}', { a: ['\ud800'] }, named('a'))).toBe('invalid_argument:/a');
  expect(expand('', { 'a/b~': { '\ud800': 1 } }, named('a/b~'))).toBe('invalid_argument:/a~1b~0');
});

describe('for any arguments', () => {
  it('S3: a form has the fields of its template, and each value arrives as it was given', () => {
    const template = parseHttpPayload('a=$1&fixed=x&b=<$2>&last=$4+', 'POST', PARAMETERS, NONE);
    if (!template.ok) throw new Error(template.problem.message);
    fc.assert(
      fc.property(anyArguments, (args) => {
        const result = expandHttpPayload(template.value, args);
        if (!result.ok) {
          expect(result.fault.code).toBe('invalid_argument');
          return;
        }
        const body = result.value.body;
        const text = (name: string) => (args[name] === undefined ? '' : textOf(args[name]));
        const last = args.last === undefined ? [] : [['last', text('last')]];
        expect(body?.kind === 'form' && [...new URLSearchParams(body.text)]).toEqual([
          ['a', text('a')],
          ['fixed', 'x'],
          ['b', `<${text('b')}>`],
          ...last,
        ]);
      }),
      { numRuns: 400 },
    );
  });

  it('S3: raw text takes values once', () => {
    const template = parseHttpPayload('Content-Type: text/plain\n\n<$1|$2>', 'POST', PARAMETERS, NONE);
    if (!template.ok) throw new Error(template.problem.message);
    fc.assert(
      fc.property(anyArguments, (args) => {
        const result = expandHttpPayload(template.value, args);
        const text = (name: string) => (args[name] === undefined ? '' : textOf(args[name]));
        if (result.ok) expect(result.value.body).toMatchObject({ text: `<${text('a')}|${text('b')}>` });
      }),
    );
  });

  it('nothing throws, and no header comes from a value, whatever the payload', () => {
    const payload = fc
      .tuple(fc.constantFrom('', 'Accept: a\n', 'X-A: $a\nX-B: $2\n', 'Content-Type: multipart/form-data\n'), fc.constantFrom('', '\n'), anyTemplate)
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(payload, anyArguments, fc.constantFrom('GET', 'POST', 'DELETE'), (text, args, method) => {
        const template = parseHttpPayload(text, method, PARAMETERS, NONE);
        if (!template.ok) return;
        const result = expandHttpPayload(template.value, args);
        if (!result.ok) return;
        const names = new Set(template.value.headers.map((header) => header.name));
        for (const [name, value] of result.value.headers) {
          expect(names.has(name)).toBe(true);
          expect(value).not.toMatch(/[\r\n\0]/);
        }
      }),
      { numRuns: 800 },
    );
  });
});
