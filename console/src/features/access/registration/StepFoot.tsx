import { Box, Button, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { use, useState } from 'react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { FormContext } from '#platform/ui/form/context.ts'
import classes from './register.module.css'

export interface StepFootProps {
  back: (() => void) | undefined
  next?: string
  busy?: boolean
  disabled?: boolean
  beside?: ReactNode
  note?: string
  autoFocus?: boolean
}

export function StepFoot(props: StepFootProps) {
  const { back, next = t('Continue'), busy = false, disabled = false, beside, note, autoFocus = false } = props
  const form = use(FormContext)
  const faults = form ? Object.keys(form.fields.errors).length : 0
  const problem = form?.problem ?? null
  const [placed, setPlaced] = useState<string | null>(null)
  if (faults > 0 && placed !== problem) setPlaced(problem)
  const free = faults === 0 && problem !== placed ? problem : null
  return (
    <Stack gap={8} mt={12} data-foot>
      {free !== null && (
        <p className="cv-bad" role="alert">
          {free}
        </p>
      )}
      {/* Keeps the focus in the field: an error shown on blur would move the button away from under the click */}
      <div
        className={`${classes.buttons ?? ''} cv-ends`}
        role="presentation"
        onMouseDown={event => event.preventDefault()}
      >
        {back && (
          <Button
            size="md"
            variant="subtle"
            className={classes.back}
            leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
            onClick={back}
          >
            {t('Back')}
          </Button>
        )}
        {beside}
        <Button
          size="md"
          type="submit"
          loading={busy || (form?.busy ?? false)}
          disabled={disabled}
          autoFocus={autoFocus}
        >
          {next}
        </Button>
      </div>
      {note !== undefined && (
        <Box component="p" className="cv-small" ta="end">
          {note}
        </Box>
      )}
    </Stack>
  )
}
