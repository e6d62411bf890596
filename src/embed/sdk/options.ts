import { type ElementClaims, readElementToken } from './element-token.ts'
import { epochMsOf, type Instant } from './instant.ts'

/** What the host's callback resolves with: the whole response of a refresh (B2), or these members of it. */
export type TokenAnswer = {
  stsToken: string
  /** Seconds. */
  expiresIn: number
  /** Absent or null normally: a refresh makes none. */
  elementToken?: string | null | undefined
  absoluteExpiresAt?: Instant | null | undefined
}

/** What the API has issued: the whole response of B1, or these members of it. */
export type IssuedTokens = {
  elementToken: string
  stsToken: string
  /** Seconds. */
  expiresIn: number
  /** No refresh goes beyond it. */
  absoluteExpiresAt: Instant
}

/** The first tokens are given as `token`, or as the four options after it. */
export type EmbedOptions<Container> = {
  /** Where the frame is put: an element, or a selector of one. */
  container: Container
  token?: IssuedTokens | undefined
  elementToken?: string | undefined
  stsToken?: string | undefined
  /** Seconds. */
  tokenExpiresIn?: number | undefined
  /** No refresh goes beyond it. */
  tokenAbsoluteExpiresAt?: Instant | undefined
  /** Asks the host's backend for the next token set. Without it the embed ends with its first token. */
  onTokenRefresh?: (() => TokenAnswer | Promise<TokenAnswer>) | undefined
  /** Where Invigil is served; the origin that served this script unless said otherwise. */
  baseUrl?: string | undefined
  /** The accessible name of the frame. */
  title?: string | undefined
}

/** The first tokens of checked options. */
export type FirstTokens = {
  elementToken: string
  claims: ElementClaims
  stsToken: string
  /** Seconds. */
  expiresIn: number
  /** Epoch milliseconds. */
  absoluteExpiresAt: number
}

const separate = ['elementToken', 'stsToken', 'tokenExpiresIn', 'tokenAbsoluteExpiresAt'] as const
const anInstant = 'epoch milliseconds, an ISO 8601 string with its time zone, or a Date'

// The texts name what is wrong and never show it: it may be a secret.

/**
 * The first tokens of the options.
 * @throws TypeError that says which option is wrong
 */
export function checkOptions(options: EmbedOptions<unknown>): FirstTokens {
  require(isObject(options), 'createEmbed needs options')
  const { token } = options
  if (token === undefined) {
    const { elementToken, stsToken, tokenExpiresIn, tokenAbsoluteExpiresAt } = options
    const given = {
      elementToken,
      stsToken,
      expiresIn: tokenExpiresIn,
      absoluteExpiresAt: tokenAbsoluteExpiresAt,
    }
    return checkTokens(given, separate, options)
  }
  require(isObject(token), 'token must be what the API answered when it issued the tokens')
  require(separate.every(
    name => options[name] === undefined,
  ), `token must be given without ${separate.join(', ')}`)
  const names = [
    'token.elementToken',
    'token.stsToken',
    'token.expiresIn',
    'token.absoluteExpiresAt',
  ] as const
  return checkTokens(token, names, options)
}

type Names = readonly [string, string, string, string]

function checkTokens(
  { elementToken, stsToken, expiresIn, absoluteExpiresAt }: { [Name in keyof IssuedTokens]: unknown },
  [elementName, stsName, expiresName, absoluteName]: Names,
  { onTokenRefresh, title }: EmbedOptions<unknown>,
): FirstTokens {
  const claims = readElementToken(elementToken)
  if (!(claims && isText(elementToken)))
    throw new TypeError(`${elementName} must be the element token that the API has issued`)
  if (!isText(stsToken)) throw new TypeError(`${stsName} must be a non-empty string`)
  if (!isPositive(expiresIn)) throw new TypeError(`${expiresName} must be a positive number of seconds`)
  const end = epochMsOf(absoluteExpiresAt)
  if (end === undefined) throw new TypeError(`${absoluteName} must be ${anInstant}`)
  require(end >
    claims.issuedAt, `${absoluteName} must be ${anInstant}, later than when the element token was issued`)
  require(['function', 'undefined'].includes(typeof onTokenRefresh), 'onTokenRefresh must be a function')
  require(title === undefined || isText(title), 'title must be a non-empty string')
  return { elementToken, claims, stsToken, expiresIn, absoluteExpiresAt: end }
}

/**
 * Where Invigil is served.
 * @throws TypeError when neither the option nor the script's own address says where Invigil is served
 */
export function baseOf(baseUrl: string | undefined, scriptUrl: string | undefined): URL {
  const base = parse(baseUrl ?? parse(scriptUrl)?.origin)
  if (!(base && /^https?:$/.test(base.protocol))) throw new TypeError('baseUrl must be an http or https URL')
  return base
}

/** What is wrong with an answer of the host's callback; undefined when it is right. */
export function faultOf(
  answer: TokenAnswer,
  { installSid, elementType, issuedAt }: ElementClaims,
): string | undefined {
  if (!isObject(answer)) return 'an object'
  if (!isText(answer.stsToken)) return 'stsToken, a non-empty string'
  if (!isPositive(answer.expiresIn)) return 'expiresIn, a positive number of seconds'
  // `null` is how JSON tells of what is absent.
  if (answer.elementToken != null) {
    const claims = readElementToken(answer.elementToken)
    if (claims?.installSid !== installSid || claims.elementType !== elementType)
      return 'elementToken, if any, of the same install and element type'
  }
  if (answer.absoluteExpiresAt != null) {
    const end = epochMsOf(answer.absoluteExpiresAt)
    if (end === undefined || end <= issuedAt)
      return `absoluteExpiresAt, if any, as ${anInstant}, later than when the element token was issued`
  }
  return undefined
}

function require(holds: boolean, message: string): void {
  if (!holds) throw new TypeError(message)
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0

function parse(url: unknown): URL | undefined {
  try {
    return new URL(String(url))
  } catch {
    return undefined
  }
}
