import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { splitContent } from '../../../src/capability/docs.ts';

describe('doc lines', () => {
  it('are read by head, examples and sample questions any number of times', () => {
    const content =
      '# WHAT: Weather now.\n# WHEN_TO_USE: a place is known\n# ARGS: $1=lat | $2=lon\n# EX: a|b\n# EX: c|d\n# OUTPUT: JSON\n# ALIASES: meteo, forecast\n# ASK: is it cold?\n# ASK: rain?\nPAY';
    expect(splitContent(content, 'http')).toEqual({
      docs: {
        what: 'Weather now.',
        whenToUse: 'a place is known',
        args: '$1=lat | $2=lon',
        output: 'JSON',
        examples: ['a|b', 'c|d'],
        aliases: ['meteo', 'forecast'],
        ask: ['is it cold?', 'rain?'],
      },
      docLines: content.split('\n').slice(0, -1),
      payload: 'PAY',
    });
  });

  it('a first line without head is the WHAT, a later one continues the line before', () => {
    const { docs, payload } = splitContent(
      '# Phase C: given $1, extract the\n#   LAST [REPLY].\n# EX: a\n# $1=text\nLAST_REPLY_OF: $1\n> X: $PREV',
      'flow',
    );
    expect(docs.what).toBe('Phase C: given $1, extract the LAST [REPLY].');
    expect(docs.examples).toEqual(['a\n$1=text']);
    expect(payload).toBe('LAST_REPLY_OF: $1\n> X: $PREV');
  });

  it('end at the first other line, an empty one too, so a payload may begin with #', () => {
    expect(splitContent('# WHAT: x\n\n# Heading\ntext\n', 'http').payload).toBe('# Heading\ntext\n');
    expect(splitContent('# WHAT: x\ntext\n# EX: no\n', 'http')).toMatchObject({ docs: { examples: [] }, payload: 'text\n# EX: no\n' });
  });

  it('may end in CRLF', () => {
    expect(splitContent('# WHAT: x\r\n# EX: y\r\n\r\na\r\nb', 'fn')).toMatchObject({
      docs: { what: 'x', examples: ['y'] },
      docLines: ['# WHAT: x', '# EX: y'],
      payload: 'a\r\nb',
    });
  });

  it('leave no payload where nothing follows', () => {
    expect(splitContent('# WHAT: x', 'fn').payload).toBe('');
    expect(splitContent('# WHAT: x\n', 'fn').payload).toBe('');
    expect(splitContent('', 'fn')).toMatchObject({ docs: { what: '' }, docLines: [], payload: '' });
  });

  it('of an agent without a known head are all prompt', () => {
    expect(splitContent('# You are a pirate\nAnswer.', 'agent')).toMatchObject({
      docs: { what: '' },
      docLines: [],
      payload: '# You are a pirate\nAnswer.',
    });
    expect(splitContent('# WHAT: pirate\nAnswer.', 'agent')).toMatchObject({ docs: { what: 'pirate' }, payload: 'Answer.' });
    expect(splitContent('Answer.\n# WHAT: no', 'agent').payload).toBe('Answer.\n# WHAT: no');
  });

  it('take nothing from the payload, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (payload) => {
        fc.pre(!/^(#|\r?\n)/.test(payload));
        expect(splitContent(`# WHAT: x\n${payload}`, 'http').payload).toBe(payload);
        expect(splitContent(`# WHAT: x\n\n${payload}`, 'http').payload).toBe(payload);
        expect(splitContent(payload, 'agent').payload).toBe(payload);
      }),
      { numRuns: 200 },
    );
  });
});
