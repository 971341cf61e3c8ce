import { askedAttributes } from '@claviger/contract/access/self-service/form'
import type { Configs } from '@claviger/contract/access/self-service/form'
import { useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Field } from '../controls/Field.tsx'
import { Heading } from '../controls/Heading.tsx'
import { StepActions } from '../controls/StepActions.tsx'
import { canGoBack, isBusy } from '../state/page-view.ts'
import { t } from '#platform/light-page/page-texts.ts'
import { fieldsOf, usualPrefix } from './step-fields.ts'
import type { AskedField } from './step-fields.ts'
import type { StepProps } from './step-props.ts'
import classes from '../look/steps.module.css'

const fault = ({ required, label }: AskedField) => t(required, { name: label })

/** Step 2: identifies the user by exactly the fields that the owner chose (R92). */
export function PersonStep({ state, tell }: StepProps) {
  const configs: Configs = state.config?.configs ?? {}
  const { identity } = state.wizard
  const fields = fieldsOf(askedAttributes(configs))
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ name }) => [name, identity?.attributes[name] ?? ''])),
  )
  const [prefix, setPrefix] = useState(identity?.phone?.countryCode ?? usualPrefix())
  const [number, setNumber] = useState(identity?.phone?.mobileNumber ?? '')
  const [sent, setSent] = useState(false)
  const asksPhone = configs.hasPhoneNumber === true
  const missing = (text: string) => text.trim() === ''
  // Only a plus sign is there if the browser names no country
  const prefixMissing = !/\d/.test(prefix)
  const phoneMissing = missing(number) || prefixMissing

  function submit(form: HTMLFormElement) {
    setSent(true)
    if (fields.some(({ name }) => missing(typed[name] ?? '')) || (asksPhone && phoneMissing)) {
      // The errors are in the DOM only after the next render
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    const attributes = Object.fromEntries(fields.map(({ name }) => [name, (typed[name] ?? '').trim()]))
    const phone = asksPhone ? { countryCode: prefix.trim(), mobileNumber: number.trim() } : null
    tell({ is: 'identified', identity: { attributes, phone } })
  }

  return (
    <form
      noValidate
      className={`cv-column ${classes.form}`}
      onSubmit={event => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <Heading
        title={t('User Information')}
        under={t('Enter your information as your organization has it on record.')}
      />
      {fields.map(field => (
        <Field
          key={field.name}
          label={field.known ? t(field.label) : field.label}
          value={typed[field.name] ?? ''}
          maxLength={200}
          autoComplete={state.query.kiosk ? 'off' : field.fills}
          autoCapitalize="none"
          spellCheck="false"
          fault={sent && missing(typed[field.name] ?? '') ? fault(field) : null}
          onChange={event => setTyped({ ...typed, [field.name]: event.currentTarget.value })}
        />
      ))}
      {asksPhone && (
        <fieldset className={classes.phone}>
          <legend className="cv-heading">{t('Phone Number')}</legend>
          <Field
            label={t('Country code')}
            type="tel"
            value={prefix}
            maxLength={8}
            autoComplete={state.query.kiosk ? 'off' : 'tel-country-code'}
            fault={sent && asksPhone && prefixMissing && !missing(number) ? t('Phone Number is required') : null}
            onChange={event => setPrefix(event.currentTarget.value)}
          />
          <Field
            label={t('Number')}
            type="tel"
            value={number}
            maxLength={30}
            autoComplete={state.query.kiosk ? 'off' : 'tel-national'}
            fault={sent && missing(number) ? t('Phone Number is required') : null}
            onChange={event => setNumber(event.currentTarget.value)}
          />
        </fieldset>
      )}
      <StepActions back={canGoBack(state) ? () => tell({ is: 'back' }) : null}>
        <Button kind="primary" type="submit" busy={isBusy(state)}>
          {t('Next')}
        </Button>
      </StepActions>
    </form>
  )
}
