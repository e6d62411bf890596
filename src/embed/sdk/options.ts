import { type ElementClaims, readElementToken } from './element-token.ts'
import { epochMsOf } from './instant.ts'
import type { IssuedTokens, OptionsFor, TokenAnswer } from './types.ts'

/** The first tokens, validated. */
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

// Messages name an invalid option and never contain its value, which may be a secret.

/**
 * Validates the options and returns the first tokens.
 * @throws TypeError that names an invalid option
 */
export function checkOptions(options: OptionsFor<unknown>): FirstTokens {
  require(isObject(options), 'createEmbed needs options')
  const { token } = options
  if (token === undefined) {
    const { elementToken, stsToken, tokenExpiresIn, tokenAbsoluteExpiresAt } = options
    const tokens = {
      elementToken,
      stsToken,
      expiresIn: tokenExpiresIn,
      absoluteExpiresAt: tokenAbsoluteExpiresAt,
    }
    return checkTokens(tokens, separate, options)
  }
  require(isObject(token), 'token must be the response of the API that issued the tokens')
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
  { onTokenRefresh, title }: OptionsFor<unknown>,
): FirstTokens {
  const claims = readElementToken(elementToken)
  if (!(claims && isText(elementToken)))
    throw new TypeError(`${elementName} must be an element token that the API issued`)
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
 * Returns the base URL of Invigil.
 * @throws TypeError when neither the option nor the script's URL is an http or https URL
 */
export function baseOf(baseUrl: string | undefined, scriptUrl: string | undefined): URL {
  const base = parse(baseUrl ?? parse(scriptUrl)?.origin)
  if (!(base && /^https?:$/.test(base.protocol))) throw new TypeError('baseUrl must be an http or https URL')
  return base
}

/** Validates a result of `onTokenRefresh`. Returns what is expected, or undefined when the result is valid. */
export function expectedOf(
  answer: TokenAnswer,
  { installSid, elementType, issuedAt }: ElementClaims,
): string | undefined {
  if (!isObject(answer)) return 'an object'
  if (!isText(answer.stsToken)) return 'stsToken, a non-empty string'
  if (!isPositive(answer.expiresIn)) return 'expiresIn, a positive number of seconds'
  // JSON uses `null` for absent members.
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
