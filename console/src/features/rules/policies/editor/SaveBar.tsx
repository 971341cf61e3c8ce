import type { Policy } from '@claviger/contract/rules/policies'
import { Button } from '@mantine/core'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import classes from '#platform/ui/form/bar.module.css'

export function SaveBar({ policy, may, discard }: { policy: Policy | null; may: boolean; discard: () => void }) {
  const { fields, busy, problem } = useFormState()
  const [fault] = Object.values(fields.errors)
  const wrong = fault ?? problem
  return (
    <div className={classes.bar} data-foot>
      <p className={`cv-fill cv-own-line-on-phone ${wrong ? 'cv-bad' : 'cv-quiet'}`} role={wrong ? 'alert' : undefined}>
        {wrong ??
          (policy && (
            <Trans
              id="Version {version}, saved <0/> by {name}"
              values={{ version: String(policy.version), name: policy.changedBy }}
              components={[<When key="at" at={policy.changedAt} />]}
            />
          ))}
      </p>
      {may && (
        <>
          <Button variant="subtle" disabled={busy || (policy !== null && !fields.dirty)} onClick={discard}>
            {policy ? t('Discard') : t('Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {policy ? t('Save policy') : t('Add policy')}
          </Button>
        </>
      )}
    </div>
  )
}
