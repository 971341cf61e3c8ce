import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../controls/Button.tsx'
import { Field } from '../controls/Field.tsx'
import { secondsUntil } from '../flow/clock.ts'
import { clockOf, isBusy } from '../state/page-view.ts'
import type { StepProps } from '../steps/step-props.ts'
import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/modal.module.css'

const digits = 6

/** Asks for the six-digit code and counts down to when another can be requested (R101). */
export function CodeModal({ state, tell }: StepProps) {
  const { modal, channels, resendAt } = state.wizard
  const box = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const left = secondsUntil(resendAt, state.now)
  const address = channels.find(({ type }) => type === modal?.channel)?.address ?? ''
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  const empty = sent && code === '' ? t('Verification code is required') : null
  const refused = modal?.fault ?? null
  // Focus the digits again for the retry, so that screen readers announce the error
  useEffect(() => {
    if (refused !== null) input.current?.select()
  }, [refused])
  return createPortal(
    <dialog
      ref={box}
      className={classes.modal}
      aria-labelledby="code-title"
      onCancel={event => {
        event.preventDefault()
        tell({ is: 'modal-closed' })
      }}
    >
      <form
        noValidate
        className="cv-column cv-gap-12"
        onSubmit={event => {
          event.preventDefault()
          setSent(true)
          if (code !== '') tell({ is: 'code-typed', code })
        }}
      >
        <h2 id="code-title">{t('Enter the code')}</h2>
        <p className="cv-quiet cv-size-15 cv-wrap">{t('We sent a 6-digit code to {address}.', { address })}</p>
        <Field
          label={t('Verification code')}
          input={input}
          value={code}
          inputMode="numeric"
          autoComplete="one-time-code"
          fault={empty ?? (refused === null ? null : t(refused))}
          onChange={({ currentTarget }) => {
            currentTarget.value = currentTarget.value.replaceAll(/\D/g, '').slice(0, digits)
            setCode(currentTarget.value)
          }}
        />
        <p className={`cv-line cv-quiet cv-size-15 cv-number ${classes.again}`}>
          {left > 0 ? (
            <span>{t('Resend code in {time}', { time: clockOf(left) })}</span>
          ) : (
            <Button kind="link" onClick={() => modal && tell({ is: 'code-wanted', channel: modal.channel })}>
              {t('Resend code')}
            </Button>
          )}
        </p>
        <div className="cv-apart">
          <Button onClick={() => tell({ is: 'modal-closed' })}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" busy={isBusy(state)}>
            {t('Confirm')}
          </Button>
        </div>
      </form>
    </dialog>,
    document.body,
  )
}
