import { Button } from '@mantine/core'
import { t } from '../../text/text.ts'
import { useFormState } from './context.ts'
import classes from './form.module.css'

export interface FootProps {
  /** The button that sends the form: verb and noun. */
  save: string
  /** Puts the first values back, or closes. */
  cancel?: { label?: string; do: () => void }
  /** The button fills the width, as for end users. */
  wide?: boolean
  /** Another button on the page is the primary one. */
  plain?: boolean
  /** Off until something was changed. */
  whenChanged?: boolean
}

/** The foot of a form: what is wrong with the whole of it, for what is wrong with a field stands there; the way out, and the one button that sends. */
export function Foot({ save, cancel, wide = false, plain = false, whenChanged = false }: FootProps) {
  const { fields, busy, problem, size } = useFormState()
  const faults = Object.keys(fields.errors).length
  return (
    <div className={wide ? classes.wideFoot : classes.foot} data-foot>
      <p className={classes.problem} role="alert">
        {faults > 0 ? null : problem}
      </p>
      {cancel && (
        <Button size={size} variant="default" onClick={cancel.do} disabled={busy}>
          {cancel.label ?? t('Cancel')}
        </Button>
      )}
      <Button
        size={size}
        type="submit"
        variant={plain ? 'default' : 'filled'}
        disabled={whenChanged && !fields.dirty}
        loading={busy}
        fullWidth={wide}
      >
        {save}
      </Button>
    </div>
  )
}
