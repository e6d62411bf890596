// Texts that can be copied.

import { type ReactNode, type RefObject, useRef } from 'react'
import { common } from '../i18n/common.ts'
import { announce } from './announcer.tsx'
import { Button } from './button.tsx'

type CopyButtonProps = {
  text: string
  /** The element that shows the text. */
  shownBy: RefObject<HTMLElement | null>
  kind?: 'quiet'
  label?: string
  children: ReactNode
}

/** A button that copies a text. If the browser does not allow it, as without https, the text is selected. */
export function CopyButton({ text, shownBy, children, ...button }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      announce(common.copied)
    } catch {
      if (shownBy.current) getSelection()?.selectAllChildren(shownBy.current)
      announce(common.notCopied)
    }
  }
  return (
    <Button {...button} onPress={() => void copy()}>
      {children}
    </Button>
  )
}

/** A text in full, with a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const shown = useRef<HTMLElement>(null)
  return (
    <span className="copyable">
      <code ref={shown}>{text}</code>
      <CopyButton text={text} shownBy={shown} kind="quiet" label={`${common.copy}: ${label}`}>
        {common.copy}
      </CopyButton>
    </span>
  )
}
