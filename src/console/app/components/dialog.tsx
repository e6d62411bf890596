// A modal dialog: the native element, which keeps the focus inside, closes on Escape and returns the focus.

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { common } from '../i18n/common.ts'
import { Announcer } from './announcer.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { ProblemNotice } from './problem.tsx'
import type { ActionState } from './use-action.ts'

type DialogProps = {
  title: string
  children: ReactNode
  /** Without it, the dialog stays until its content closes it. */
  onClose?: () => void
  isWide?: boolean
}

export function Dialog({ title, children, onClose, isWide = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // The opener may be gone with its record. A list that had it takes the focus itself, before this.
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.getElementById('content')?.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      // Escape. The native dialog would close before its event `close`, and an Enter in between would open nothing.
      onCancel={event => {
        if (event.target !== event.currentTarget) return // of a file input
        event.preventDefault()
        onClose?.()
      }}
      // Browsers close it at the second Escape all the same. What its content has not closed is shown again.
      onClose={onClose ?? (() => dialog.current?.showModal())}>
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        {onClose && (
          <button type="button" className="button quiet icon" aria-label={common.close} onClick={onClose}>
            ×
          </button>
        )}
      </div>
      {children}
      <Announcer />
    </dialog>
  )
}

type DialogButtonProps = {
  label: ReactNode
  title: string
  kind?: ButtonProps['kind']
  reason?: string | undefined
  /** The name of the button, if its label is not enough. */
  name?: string | undefined
  isWide?: boolean
  onOpen?: () => void
  children(close: () => void): ReactNode
}

/** A button that opens a dialog. */
export function DialogButton(props: DialogButtonProps) {
  const { label, title, kind, reason, name, isWide, onOpen, children } = props
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    onOpen?.()
    setOpen(true)
  }
  const close = () => setOpen(false)
  return (
    <>
      <Button kind={kind} reason={reason} label={name} onPress={open}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close} {...(isWide && { isWide })}>
          {children(close)}
        </Dialog>
      )}
    </>
  )
}

type ConfirmProps = {
  label: string
  title: string
  children: ReactNode
  action: ActionState<[]>
  /** The button that does it. Default: the label. */
  confirm?: string
  kind?: ButtonProps['kind']
  reason?: string | undefined
  name?: string | undefined
  /** What the operator has to type first, for what cannot be undone. */
  typed?: string
}

/** A button whose action asks first. */
export function ConfirmButton({ children, action, confirm, typed, ...button }: ConfirmProps) {
  const [text, setText] = useState('')
  const id = useId()
  const isRight = typed === undefined || text.trim() === typed
  // Nothing of an earlier attempt is left: neither its problem, nor what was typed to confirm it.
  const start = () => {
    setText('')
    action.clear()
  }
  return (
    <DialogButton {...button} onOpen={start}>
      {close => (
        <form
          className="form"
          method="post"
          onSubmit={event => {
            event.preventDefault()
            if (isRight) void action.run().then(isDone => isDone && close())
          }}>
          <ProblemNotice problem={action.problem} />
          <div>{children}</div>
          {typed !== undefined && (
            <div className="field">
              <label htmlFor={id}>{common.typeToConfirm(typed)}</label>
              <input
                id={id}
                value={text}
                autoComplete="off"
                onChange={event => setText(event.target.value)}
              />
            </div>
          )}
          <div className="dialog-foot">
            <Button onPress={close}>{common.cancel}</Button>
            <Button
              type="submit"
              kind={button.kind === 'danger' ? 'danger' : 'primary'}
              isPending={action.isPending}
              reason={isRight ? undefined : common.required}>
              {confirm ?? button.label}
            </Button>
          </div>
        </form>
      )}
    </DialogButton>
  )
}

/** The buttons at the end of a form in a dialog. */
export function DialogFoot({
  submit,
  isPending,
  onCancel,
  kind = 'primary',
}: {
  submit: string
  isPending: boolean
  onCancel(): void
  kind?: ButtonProps['kind']
}) {
  return (
    <div className="dialog-foot">
      <Button onPress={onCancel}>{common.cancel}</Button>
      <Button type="submit" kind={kind} isPending={isPending}>
        {submit}
      </Button>
    </div>
  )
}
