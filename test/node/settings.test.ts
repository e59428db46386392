// What of the environment reaches a local Worker.
import { describe, expect, it } from 'vitest';
import { parseJsonc } from '../../scripts/localWorker.ts';
import { splitStatements } from '../../scripts/migrate.ts';
import { readStartSettings, textBindings, type Environment } from '../../scripts/settings.ts';

const KEPT = { TERMINAL_KEY: 'kept-owner-key', ORIGIN: 'http://localhost:8787' };

function handedOn(env: Environment): Record<string, string> {
  return textBindings(env, KEPT, 8788);
}

describe('the bindings of a local Worker', () => {
  it('are local defaults and what is kept, where the environment says nothing', () => {
    expect(handedOn({})).toEqual({ ...KEPT, PUBLIC_READ: 'true', ALLOWED_HOSTS: 'localhost:8788,127.0.0.1:8788,[::1]:8788' });
  });

  it('a setting of the environment wins over defaults and kept values, an empty one does not', () => {
    const text = handedOn({ PUBLIC_READ: 'false', ORIGIN: 'https://mine.example', TERMINAL_KEY: '' });
    expect(text).toMatchObject({ PUBLIC_READ: 'false', ORIGIN: 'https://mine.example', TERMINAL_KEY: 'kept-owner-key' });
  });

  it('credentials are handed on by CREDENTIAL_NAMES, and nothing else of the environment is', () => {
    const env = { GITHUB_TOKEN: 'a', STRIPE_KEY: 'b', DB_SECRET: 'c', HOME: '/home/x', PATH: '/bin', github_token: 'd', MCP_TOKEN: 'e' };
    expect(Object.keys(handedOn(env)).filter((name) => Object.hasOwn(env, name))).toEqual(['GITHUB_TOKEN', 'STRIPE_KEY', 'DB_SECRET']);
    expect(handedOn({ ...env, CREDENTIAL_NAMES: 'HOME' })).toMatchObject({ HOME: '/home/x' });
    expect(handedOn({ ...env, CREDENTIAL_NAMES: 'HOME' })).not.toHaveProperty('GITHUB_TOKEN');
  });

  it('an OAuth client secret brings its id, token address and scope along, and those alone bring nothing', () => {
    const client = { CRM_CLIENT_ID: 'id', CRM_TOKEN_URL: 'https://auth.example/token', CRM_SCOPE: 'read' };
    expect(handedOn({ ...client, CRM_CLIENT_SECRET: 'secret' })).toMatchObject(client);
    expect(handedOn(client)).not.toHaveProperty('CRM_CLIENT_ID');
    expect(handedOn({ ...client, ERP_CLIENT_SECRET: 'secret' })).not.toHaveProperty('CRM_SCOPE');
  });
});

describe('settings of a start', () => {
  it('a relative STATE_DIR is taken from where the start happens', () => {
    expect(readStartSettings({ STATE_DIR: 'here' }, '/project')).toMatchObject({ value: { port: 8787, stateDir: '/project/here', seed: 'starter' } });
    expect(readStartSettings({ STATE_DIR: '/there', PORT: '0', SEED: 'none' }, '/project')).toMatchObject({
      value: { port: 0, stateDir: '/there', seed: 'none' },
    });
  });
});

describe('files that are read', () => {
  it('comments and trailing commas leave JSON, and what looks like them inside strings stays', () => {
    const text = '{ // one\n "a": "http://x//y, ]", /* two */ "b": [1, 2, ], "c": "\\"/*", }';
    expect(parseJsonc(text)).toEqual({ a: 'http://x//y, ]', b: [1, 2], c: '"/*' });
  });

  it('a migration is split at its markers only, so that a trigger stays whole', () => {
    const trigger = 'CREATE TRIGGER t BEFORE DELETE ON x\nBEGIN\n  SELECT 1;\nEND;';
    expect(splitStatements(`CREATE TABLE x (a);\n--> statement-breakpoint\n${trigger}--> statement-breakpoint\n`)).toEqual([
      'CREATE TABLE x (a);',
      trigger,
    ]);
  });
});
