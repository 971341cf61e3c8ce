import { registration } from '@claviger/contract/access/registration'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { t } from '../../../../ground/text/text.ts'
import classes from '../register.module.css'
import type { BegunProps } from '../step.ts'
import { StepFoot } from '../StepFoot.tsx'

/** Nothing to pay while billing is not configured: says what happens after the trial. */
export default function PaymentStep({ advance, back, refused }: BegunProps) {
  const skip = useWrite(registration.paymentInfo, { quiet: true, done: advance })
  return (
    <form
      className={classes.step}
      onSubmit={event => {
        event.preventDefault()
        skip.mutate({ skip: true }, { onError: refused })
      }}
    >
      <div className={classes.plain}>
        <h2>{t('Billing is not configured')}</h2>
        <p>
          {t(
            'You enter no card, and nothing is charged. When the 30 days are over, the console shows a notice to you and your administrators. Your people can still sign in.',
          )}
        </p>
      </div>
      {skip.isError && (
        <p className={classes.problem} role="alert">
          {skip.error.message}
        </p>
      )}
      <StepFoot back={back} next={t('Skip for now')} busy={skip.isPending} autoFocus />
    </form>
  )
}
