import type { CodeChannel } from '@claviger/contract/access/self-service'
import { IconDeviceMobile, IconMail } from '../controls/icons.tsx'
import { useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Heading } from '../controls/Heading.tsx'
import { StepActions } from '../controls/StepActions.tsx'
import { canGoBack, isBusy } from '../state/page-view.ts'
import type { StepProps } from '../steps/step-props.ts'
import { msg, t } from '#platform/light-page/page-texts.ts'
import { CodeModal } from './CodeModal.tsx'
import classes from '../look/verify.module.css'
import steps from '../look/steps.module.css'

const kinds = {
  email: { icon: IconMail, label: msg('Code by email') },
  phone: { icon: IconDeviceMobile, label: msg('Code by text message') },
} as const satisfies Record<CodeChannel, unknown>

export function ChannelChoice({ state, tell }: StepProps) {
  const { channels, unreached, modal } = state.wizard
  const [chosen, setChosen] = useState<CodeChannel | null>(channels[0]?.type ?? null)
  const none = channels.length === 0
  return (
    <form
      className={`cv-column ${steps.form}`}
      onSubmit={event => {
        event.preventDefault()
        if (chosen) tell({ is: 'code-wanted', channel: chosen })
      }}
    >
      <Heading
        title={t('Sign-in Options')}
        under={
          none
            ? t('There is no email or phone on record to send a code to. Ask your administrator.')
            : t("We'll send a code to an address your organization has on record.")
        }
      />
      {unreached !== null && (
        <p>
          {t(
            "Codes can't be sent to {number}. Your organization doesn't send codes to this country or type of number.",
            { number: unreached },
          )}
        </p>
      )}
      {!none && (
        <fieldset className={`cv-stack cv-gap-12 ${classes.channels}`}>
          <legend className="cv-heading">{t('Where should we send the code?')}</legend>
          {channels.map(({ type, address }) => {
            const { icon: Icon, label } = kinds[type]
            return (
              <label key={type} className={`cv-line ${classes.channel}`}>
                <input type="radio" name="channel" checked={chosen === type} onChange={() => setChosen(type)} />
                <Icon size={20} stroke={1.7} aria-hidden />
                <span className="cv-lines">
                  {t(label)}
                  <small className="cv-quiet cv-size-14 cv-wrap">{address}</small>
                </span>
              </label>
            )
          })}
        </fieldset>
      )}
      <StepActions back={canGoBack(state) ? () => tell({ is: 'back' }) : null}>
        {!none && (
          <Button kind="primary" type="submit" busy={isBusy(state) && modal?.open !== true}>
            {modal === null ? t('Send code') : t('Enter the code')}
          </Button>
        )}
      </StepActions>
      {modal?.open === true && <CodeModal state={state} tell={tell} />}
    </form>
  )
}
