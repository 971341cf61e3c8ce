import { registration } from '@claviger/contract/access/registration'
import { passwordLength } from '@claviger/contract/platform/password'
import { Button, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Password } from '#platform/ui/fields/Password.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import hint from '#platform/ui/fields/hint.module.css'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'

const start = { password: '' }

function Length() {
  const { fields } = useFormState()
  const { length } = fields.input('password').value
  const { min } = passwordLength
  const enough = length >= min
  if (length > 0 && fields.errors['password'] !== undefined) return null
  return (
    <p className={`cv-small ${enough ? 'cv-ok' : ''} ${hint.hint ?? ''}`} aria-live="polite">
      {enough && <IconCircleCheck size={14} stroke={2} aria-hidden />}
      {enough
        ? t('Long enough')
        : length === 0
          ? t('At least {min} characters. A few words are easy to remember.', { min })
          : t('{length} of at least {min} characters', { length, min })}
    </p>
  )
}

export default function PasswordStep({ state, advance, back, refused }: BegunProps) {
  const [change, setChange] = useState(!state.hasPassword)
  const without = useWrite(registration.password, { quiet: true, done: advance })
  const goWithout = () => without.mutate({}, { onError: refused })
  const label = t('Continue without a password')
  const beside = (
    <Button size="md" variant="default" loading={without.isPending} onClick={goWithout}>
      {label}
    </Button>
  )
  if (!change) {
    const goOn = (event: FormEvent) => {
      event.preventDefault()
      advance(state)
    }
    return (
      <Stack component="form" gap={20} onSubmit={goOn}>
        <Stack className="cv-panel cv-lead" gap={12} p={20}>
          <p>{t('A password is set.')}</p>
          <div>
            <Button variant="default" onClick={() => setChange(true)}>
              {t('Change password…')}
            </Button>
          </div>
        </Stack>
        <StepFoot back={back} beside={beside} autoFocus />
      </Stack>
    )
  }
  return (
    <Form of={registration.password} size="md" start={start} needed="password" refused={refused} done={advance}>
      <Password name="password" label={t('Password')} autoComplete="new-password" autoFocus />
      <Length />
      <StepFoot back={back} beside={beside} />
    </Form>
  )
}
