import type { ReactNode } from 'react'

export type ButtonProps = {
  children: ReactNode
  /** Default: `plain`. */
  kind?: 'plain' | 'primary' | 'danger' | 'quiet' | undefined
  /** The action is running. The button keeps the focus, and ignores clicks. */
  isPending?: boolean | undefined
  /** Why the action is not available. The button stays focusable, so that the reason can be read. */
  reason?: string | undefined
  /** The name, if the content is not enough. */
  label?: string | undefined
  type?: 'button' | 'submit'
  onPress?: (() => void) | undefined
}

/** A button. `disabled` would take the focus away and hide the reason, so unavailable ones ignore clicks instead. */
export function Button({
  children,
  kind = 'plain',
  isPending,
  reason,
  label,
  type = 'button',
  onPress,
}: ButtonProps) {
  const isInert = isPending === true || reason !== undefined
  return (
    <button
      type={type}
      className={`button ${kind}`}
      aria-disabled={isInert || undefined}
      aria-busy={isPending || undefined}
      aria-label={label}
      title={reason}
      onClick={event => {
        if (isInert) event.preventDefault()
        else onPress?.()
      }}>
      {children}
      {reason !== undefined && <span className="visually-hidden"> ({reason})</span>}
    </button>
  )
}
