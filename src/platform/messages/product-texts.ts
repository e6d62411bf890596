import type { MessageKind } from '../../shared/messages/texts.ts'

/** The texts of the product in a language, and the sentences that placeholders can have as values. */
export type ProductTexts = {
  texts: Record<MessageKind, { subject: string; text: string }>
  approval: string
  reasons: Record<string, string>
  outcomes: Record<string, string>
}
