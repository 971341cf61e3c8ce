import { Button } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { use } from 'react'
import { LeaveContext, useFormState } from './context.ts'
import classes from './form.module.css'

export interface FootProps {
  save: string
  cancel?: { label?: string; do: () => void }
  wide?: boolean
  danger?: boolean
  /** Secondary style, because another button on the page is primary. */
  plain?: boolean
  whenChanged?: boolean
}

export function Foot({ save, cancel, wide = false, danger = false, plain = false, whenChanged = false }: FootProps) {
  const { fields, busy, problem, size } = useFormState()
  const leave = use(LeaveContext)
  const other = cancel ?? (leave === null ? undefined : { do: leave })
  const said = Object.keys(fields.errors).length > 0 ? null : problem
  return (
    <div className={wide ? 'cv-stack' : `cv-line ${classes.foot}`} data-foot>
      <p
        className={`cv-bad ${wide ? 'cv-if-any' : 'cv-fill'} ${said && !wide ? 'cv-own-line-on-phone' : ''}`}
        role="alert"
      >
        {said}
      </p>
      {other && (
        <Button size={size} variant="default" onClick={other.do} disabled={busy}>
          {other.label ?? t('Cancel')}
        </Button>
      )}
      <Button
        size={size}
        type="submit"
        variant={plain ? 'default' : 'filled'}
        {...(danger && { color: 'red' })}
        disabled={whenChanged && !fields.dirty}
        loading={busy}
        fullWidth={wide}
      >
        {save}
      </Button>
    </div>
  )
}
