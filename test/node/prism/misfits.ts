// Rows and arguments that do not fit the documents, so that the mock is seen to look at every part of a request.
import type { MisfittingCall } from './apiRow.ts';
import { compare, listIssues, noSuchMethod, noSuchPath, removeLabel, renderMarkdownAsJson, runWorkflowWithoutRef } from './githubCalls.ts';
import { getUser, listUsersWithoutCredential, queryDataSource, readMarkdown, searchByForm } from './notionCalls.ts';
import { reactByJson, reactWithoutName } from './slackCalls.ts';

export const MISFITTING_ARGUMENTS: readonly MisfittingCall[] = [
  {
    why: 'a path segment of the wrong type',
    row: removeLabel,
    given: { body: 'octocat|hello-world|forty-two|bug' },
    status: 422,
    says: 'Request path parameter issue_number must be integer',
  },
  { why: 'a path segment of the wrong format', row: getUser, given: { body: 'not-a-uuid' }, status: 400 },
  {
    why: 'a query parameter of the wrong type',
    row: compare,
    given: { body: 'octocat|hello-world|main|dev|many' },
    status: 422,
    says: 'Request query parameter per_page must be integer',
  },
  { why: 'a query parameter outside its set of values', row: listIssues, given: { args: { owner: 'o', repo: 'r', state: 'ajar' } }, status: 422 },
  { why: 'a required header left out', row: readMarkdown, given: { body: '59833787-2cf9-4fdf-8782-e53db20768a5' }, status: 400 },
  {
    why: 'a member deep in a JSON body outside its set of values',
    row: queryDataSource,
    given: { args: { data_source_id: 'ds-1', sorts: [{ property: 'Due', direction: 'up' }] } },
    status: 400,
  },
];

export const MISFITTING_ROWS: readonly MisfittingCall[] = [
  { why: 'a path the API does not have', row: noSuchPath, given: { body: 'octocat|hello-world' }, status: 404, says: 'no path matched' },
  { why: 'a method the API does not have', row: noSuchMethod, given: { body: '# Title' }, status: 405, says: 'no method matched' },
  {
    why: 'a JSON body without a required member',
    row: runWorkflowWithoutRef,
    given: { args: { owner: 'octocat', repo: 'hello-world', workflow: 'deploy.yml', ref: 'main', inputs: {} } },
    status: 422,
    says: "Request body must have required property 'ref'",
  },
  { why: 'a form without a required field', row: reactWithoutName, given: { body: 'C024BE91L|1405894322.002768' }, status: 422 },
  { why: 'JSON where the API takes a form', row: reactByJson, given: { body: 'C024BE91L|1405894322.002768|thumbsup' }, status: 415 },
  { why: 'a form where the API takes JSON', row: searchByForm, given: { body: 'plan' }, status: 400 },
  {
    why: 'JSON where the API takes plain text',
    row: renderMarkdownAsJson,
    given: { body: '# Title' },
    status: 415,
    says: 'Supported content types: text/plain,text/x-markdown',
  },
  {
    why: 'no credential where the API wants one',
    row: listUsersWithoutCredential,
    given: { args: {} },
    status: 401,
    says: 'Invalid security scheme used',
  },
];
