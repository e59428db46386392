// Rows for the GitHub REST API (OpenAPI 3.0): several path segments, query, JSON and plain text bodies.
import { type ApiRow, type FittingCall, objectOf } from './apiRow.ts';

export const listIssues: ApiRow = {
  key: 'GITHUB_ISSUES',
  api: 'github',
  request: 'GET /repos/{owner}/{repo}/issues{?state,labels,since,per_page}',
  content: `# WHAT: The issues of a GitHub repository.
Accept: application/vnd.github+json`,
};

const createIssue: ApiRow = {
  key: 'GITHUB_CREATE_ISSUE',
  api: 'github',
  request: 'POST /repos/$owner/$repo/issues',
  input_schema: objectOf(
    {
      owner: { type: 'string' },
      repo: { type: 'string' },
      title: { type: 'string', minLength: 1 },
      body: { type: 'string' },
      labels: { type: 'array', items: { type: 'string' } },
      milestone: { type: ['integer', 'null'] },
    },
    ['owner', 'repo', 'title'],
  ),
  content: `# WHAT: Opens an issue in a GitHub repository.
{"title": "$title", "body": "$body", "labels": $labels, "milestone": $milestone}`,
};

export const removeLabel: ApiRow = {
  key: 'GITHUB_REMOVE_LABEL',
  api: 'github',
  request: 'DELETE /repos/$1/$2/issues/$3/labels/$4',
  content: '# WHAT: Takes a label off an issue.\n# ARGS: owner | repository | number of the issue | label',
};

const renderMarkdown: ApiRow = {
  key: 'GITHUB_RENDER_MARKDOWN',
  api: 'github',
  request: 'POST /markdown/raw',
  effect: 'read',
  content: `# WHAT: Renders Markdown as HTML.
Content-Type: text/plain

$1`,
};

const runWorkflow: ApiRow = {
  key: 'GITHUB_RUN_WORKFLOW',
  api: 'github',
  request: 'POST /repos/$owner/$repo/actions/workflows/$workflow/dispatches',
  input_schema: objectOf(
    { owner: { type: 'string' }, repo: { type: 'string' }, workflow: { type: 'string' }, ref: { type: 'string' }, inputs: { type: 'object' } },
    ['owner', 'repo', 'workflow', 'ref'],
  ),
  content: `# WHAT: Starts a GitHub Actions workflow.
# ASK: run the deploy workflow on main
{"ref": "$ref", "inputs": $inputs}`,
};

export const compare: ApiRow = {
  key: 'GITHUB_COMPARE',
  api: 'github',
  request: 'GET /repos/$1/$2/compare/$3...$4?per_page=$5',
  content: '# WHAT: The commits between two branches.\n# ARGS: owner | repository | base | head | commits at most',
};

/** A row whose body lacks what the document requires. */
export const runWorkflowWithoutRef: ApiRow = {
  ...runWorkflow,
  key: 'GITHUB_RUN_WORKFLOW_NO_REF',
  content: '# WHAT: A workflow started on no branch.\n{"inputs": $inputs}',
};
/** A row whose content type is not the document's. */
export const renderMarkdownAsJson: ApiRow = {
  ...renderMarkdown,
  key: 'GITHUB_RENDER_JSON',
  content: '# WHAT: Markdown sent as JSON.\n{"text": "$1"}',
};
/** A row for a path and one for a method that the document does not have. */
export const noSuchPath: ApiRow = { ...listIssues, key: 'GITHUB_NO_PATH', request: 'GET /repository/{owner}/{repo}/issues' };
export const noSuchMethod: ApiRow = { ...renderMarkdown, key: 'GITHUB_NO_METHOD', request: 'PUT /markdown/raw' };

export const GITHUB_CALLS: readonly FittingCall[] = [
  { row: listIssues, given: { body: 'octocat|hello-world' }, sends: 'GET /repos/octocat/hello-world/issues', status: 200 },
  {
    row: listIssues,
    given: { args: { owner: 'octocat', repo: 'hello-world', state: 'all', labels: 'bug,help wanted', since: '2026-01-31T08:00:00Z', per_page: 5 } },
    sends: 'GET /repos/octocat/hello-world/issues?state=all&labels=bug%2Chelp%20wanted&since=2026-01-31T08%3A00%3A00Z&per_page=5',
    status: 200,
  },
  {
    row: createIssue,
    given: { args: { owner: 'octocat', repo: 'hello-world', title: 'true', labels: ['bug', 'needs "triage"'] } },
    sends: 'POST /repos/octocat/hello-world/issues',
    body: { title: 'true', labels: ['bug', 'needs "triage"'] },
    status: 201,
  },
  {
    row: createIssue,
    given: { args: ['octocat', 'hello-world', 'Crash', 'It crashed.', [], null] },
    sends: 'POST /repos/octocat/hello-world/issues',
    body: { title: 'Crash', body: 'It crashed.', labels: [], milestone: null },
    status: 201,
  },
  {
    row: removeLabel,
    given: { body: 'octocat|hello-world|42|good first/issue ü?#%2e' },
    sends: 'DELETE /repos/octocat/hello-world/issues/42/labels/good%20first%2Fissue%20%C3%BC%3F%23%252e',
    status: 200,
  },
  {
    row: renderMarkdown,
    given: { body: '# Title\n\n| a | b |\n|---|---|\n"quoted" & $1' },
    sends: 'POST /markdown/raw',
    body: '# Title\n\n| a | b |\n|---|---|\n"quoted" & $1',
    status: 200,
  },
  {
    row: runWorkflow,
    given: { args: { owner: 'octocat', repo: 'hello-world', workflow: 'deploy.yml', ref: 'main', inputs: { dry_run: true } } },
    sends: 'POST /repos/octocat/hello-world/actions/workflows/deploy.yml/dispatches',
    body: { ref: 'main', inputs: { dry_run: true } },
    status: 200,
  },
  {
    row: compare,
    given: { args: ['octocat', 'hello-world', 'main', 'fix/42 b', 5] },
    sends: 'GET /repos/octocat/hello-world/compare/main...fix%2F42%20b?per_page=5',
    status: 200,
  },
  {
    row: runWorkflow,
    given: { body: 'octocat|hello-world|deploy.yml|v1.0' },
    sends: 'POST /repos/octocat/hello-world/actions/workflows/deploy.yml/dispatches',
    body: { ref: 'v1.0' },
    status: 200,
  },
];
