// The words that the glossary of CONTRIBUTING.md retires, as patterns without other uses, and what replaces them.

type RetiredWord = { pattern: RegExp; use: string }

export const retiredWords: readonly RetiredWord[] = [
  { pattern: /\b[Dd]eeds?\b/g, use: 'operation; transitionRoute for session transitions' },
  {
    pattern: /\btype (?:Reach|Presented|Introduction|Known|Judged|Bound|Asked|Asking|Fresh)\b/g,
    use: 'a term of the glossary',
  },
  { pattern: /\b(?:apiGate|askingFor|unknownMember)\b/g, use: 'a term of the glossary' },
  { pattern: /\b(?:found|later)\(/g, use: 'firstOr404, waitUntil' },
  { pattern: /\b(?:together\(|sendAll\b|sendAllAndAsk\b)/g, use: 'batch' },
  { pattern: /\bholdCourse\b/g, use: 'lockCourse' },
  { pattern: /\bsettle_?[Ss]essions\b/g, use: 'reconcileSessions, reconcile_sessions' },
  { pattern: /\b(?:whyDead|why_dead|deadBecause)\b/g, use: 'inactiveReason, token_inactive_reason' },
  { pattern: /\bfreshOf\b/g, use: 'newToken' },
  { pattern: /\b(?:takeTurn|take_turn|turnOf)\b/g, use: 'rateLimitAttempt' },
  { pattern: /\b(?:insistently|comeBack)\b/g, use: 'withRetry, retryLater' },
  { pattern: /\beveryMinute\b/g, use: 'scheduled' },
  { pattern: /\bletters\.ts\b/g, use: 'emailTemplates' },
  { pattern: /\bstand-ins?\b/g, use: 'normalizers' },
  { pattern: /\bstor(?:y|ies)\b/gi, use: 'scenario' },
  { pattern: /\btell\(/g, use: 'record' },
  { pattern: /\b(?:fates|advice)\b/g, use: 'outcomes, descriptions' },
  { pattern: /\b(?:glance|patience)\b/gi, use: 'pollInterval, timeout' },
  { pattern: /\bUnsent\b/g, use: 'Builds the statement; does not execute it.' },
  { pattern: /\bof now\b/g, use: 'current' },
  { pattern: /\b(?:anew|afresh)\b/gi, use: 'again' },
  { pattern: /\b(?:whoever|who asks|who calls)\b/gi, use: 'the caller' },
  { pattern: /\b(?:tells of|told)\b/g, use: 'contains, describes, receives' },
  { pattern: /\bgoes again\b/g, use: 'is deleted' },
  { pattern: /\b(?:com|bring)(?:e|es|s)? (?:\w+ )?along\b/g, use: 'is bundled' },
  { pattern: /\b(?:begun|under way)\b/g, use: 'started, in progress' },
  {
    pattern: /\b(?:nobody asks|whomever|says (?:so|why|nothing)|(?:table|JWT|status) says)\b/gi,
    use: 'contains, describes',
  },
  { pattern: /\b(?:function|const|await) walk\b/g, use: 'paginate' },
  { pattern: /\bconst faults(?:: string\[\]|: Record<string, string> =)/g, use: 'fieldErrors' },
  { pattern: /\bparted by\b/g, use: 'separated by' },
  { pattern: /\bunless said\b/g, use: 'by default' },
  { pattern: /\bto be had\b/g, use: 'available' },
  {
    pattern: /There is no such thing|The sign-in is not right|Say which application/g,
    use: 'the current title',
  },
  {
    pattern: /\b(?:enterByAnOnboardingLink|whosePagesMayEmbed|verifyTheTokensOfAnEmbed)\b/g,
    use: 'the current operationId',
  },
  {
    pattern:
      /\b(?:endOneOfOnesOwnSessions|listOnesOwnSessions|\w+TheAuthenticatorApp|enrollAnAuthenticatorApp)\b/g,
    use: 'the current operationId',
  },
]
