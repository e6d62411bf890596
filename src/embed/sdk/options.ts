import { type ElementClaims, readElementToken } from './element-token.ts'

/** What the host's callback answers with. */
export type TokenAnswer = {
  stsToken: string
  /** Seconds. */
  expiresIn: number
  /** Absent normally: a refresh makes none. */
  elementToken?: string | undefined
  /** Epoch milliseconds. */
  absoluteExpiresAt?: number | undefined
}

export type EmbedOptions<Container> = {
  /** Where the frame is put: an element, or a selector of one. */
  container: Container
  elementToken: string
  stsToken: string
  /** Seconds. */
  tokenExpiresIn: number
  /** Epoch milliseconds; no refresh goes beyond it. */
  tokenAbsoluteExpiresAt: number
  /** Asks the host's backend for the next token set. Without it the embed ends with its first token. */
  onTokenRefresh?: (() => TokenAnswer | Promise<TokenAnswer>) | undefined
  /** Where Invigil is served; the origin that served this script unless said otherwise. */
  baseUrl?: string | undefined
  /** The accessible name of the frame. */
  title?: string | undefined
}

// The texts name what is wrong and never show it: it may be a secret.

/**
 * The claims of the options' element token.
 * @throws TypeError that says which option is wrong
 */
export function checkOptions(options: EmbedOptions<unknown>): ElementClaims {
  require(typeof options === 'object' && options !== null, 'createEmbed needs options')
  const claims = readElementToken(options.elementToken)
  if (!claims) throw new TypeError('elementToken must be the element token that the API has issued')
  require(isText(options.stsToken), 'stsToken must be a non-empty string')
  require(isPositive(options.tokenExpiresIn), 'tokenExpiresIn must be a positive number of seconds')
  require(isPositive(options.tokenAbsoluteExpiresAt), 'tokenAbsoluteExpiresAt must be epoch milliseconds')
  require(options.tokenAbsoluteExpiresAt >
    claims.issuedAt, 'tokenAbsoluteExpiresAt must be epoch milliseconds, later than when the element token was issued')
  require(['function', 'undefined'].includes(
    typeof options.onTokenRefresh,
  ), 'onTokenRefresh must be a function')
  require(options.title === undefined || isText(options.title), 'title must be a non-empty string')
  return claims
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
export function faultOf(answer: TokenAnswer, { installSid, elementType }: ElementClaims): string | undefined {
  if (typeof answer !== 'object' || answer === null) return 'an object'
  if (!isText(answer.stsToken)) return 'stsToken, a non-empty string'
  if (!isPositive(answer.expiresIn)) return 'expiresIn, a positive number of seconds'
  // `null` is how JSON tells of what is absent.
  if (answer.elementToken != null) {
    const claims = readElementToken(answer.elementToken)
    if (claims?.installSid !== installSid || claims.elementType !== elementType)
      return 'elementToken, if any, of the same install and element type'
  }
  if (answer.absoluteExpiresAt != null && !isPositive(answer.absoluteExpiresAt))
    return 'absoluteExpiresAt, if any, in epoch milliseconds'
  return undefined
}

function require(holds: boolean, message: string): void {
  if (!holds) throw new TypeError(message)
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isPositive = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value > 0

function parse(url: unknown): URL | undefined {
  try {
    return new URL(String(url))
  } catch {
    return undefined
  }
}
