// The description of the OpenAPI document, in Markdown. `/docs` shows it first, with its headings in the navigation.

export const introduction = `Exam proctoring for learning platforms: courses, exams and sessions, scoped tokens for embeds, and webhooks.

The operations belong to three areas:

| area | paths | purpose |
|---|---|---|
| A | \`/v1/…\` | users, courses, exams, sessions, reports |
| B | \`/v1/…/sts/…\`, \`/v1/embeds/…\` | short-lived tokens for embeds |
| C | \`/auth/…\`, \`/api/…\` | sign-in, JWTs, operators, webhooks |

Clients also open WebSockets, which this page does not list: \`/connection/websocket\` for [topics](/docs/realtime), and \`/documents/<name>\` for
[documents](/docs/realtime#documents) that people edit together.

To send a request from this page, open an operation, select *Test Request*, and enter a credential. The page sends it to this system
only and does not store the credential.

# Authentication

Send the secret of an API credential: in area A as the header \`token\`, in the areas B and C as \`Authorization: Bearer\`. An embed sends its \`stsToken\`
in the same places. Operators and users sign in with \`POST /api/auth/login\`, and send the \`sessionToken\` as bearer token: operators in every area, users in
area C. Browsers can send the cookie \`session\` instead. \`POST /auth/token\` issues a JWT of at most one hour, which is accepted by WebSockets, by
\`POST /api/events\`, by the operations on documents, and by your own services.
[All about authentication](/docs/authentication)

# Errors

Every error is \`application/problem+json\` (RFC 9457). Depend on \`code\`: it is stable. \`errors\` lists the invalid members and parameters of a request, and
\`requestId\` identifies the request in the log. Retry after 429 and 503, when \`Retry-After\` has passed.
[All problems](/docs/errors)

# Paging

Lists contain a page in an envelope: \`total\`, \`count\`, \`offset\`, the URLs \`first\`, \`next\`, \`prev\` and \`last\`, and \`results\`. Follow \`next\` until it is null, or
send \`offset\` and \`limit\`. The lists of webhook endpoints, delivery logs and dead letters are arrays; continue them with \`after\` or \`before\`.
[All about paging](/docs/paging)

# Versions

The paths of the areas A and B start with \`/v1\`. Existing operations, members and codes keep their meaning. New members can appear in
responses and events, so ignore those that you do not expect.
[All about versions](/docs/versions)

# Conventions

The areas differ in their paths, headers, ids, times and lists.
[All differences](/docs/conventions)
`
