import { policyActions } from '@claviger/contract/decide/policy-content'
import { NativeSelect } from '@mantine/core'
import { t } from '../../../../ground/text/text.ts'
import { useDraft } from './draft.ts'
import classes from './editor.module.css'

const asValue = (unknown: boolean | undefined) => (unknown === undefined ? '' : unknown ? 'met' : 'not met')
const read: Record<string, boolean | undefined> = { '': undefined, met: true, 'not met': false }

type Asks = 'rpRestriction' | 'appRestriction' | 'ipRestriction' | 'locationRestriction' | 'devices'

/** What a condition counts as where nobody knows the fact; the default is the safe side. */
export function Unknown({ of, label }: { of: Asks; label: string }) {
  const { draft, set } = useDraft()
  const blocks = draft.action === policyActions.block
  const { unknown } = draft[of]
  const lets = blocks ? unknown === false : unknown === true
  return (
    <NativeSelect
      label={label}
      value={asValue(unknown)}
      data={[
        {
          value: '',
          label: blocks ? t('It counts as met: the use is blocked (safe)') : t('It counts as not met (safe)'),
        },
        { value: 'met', label: t('It counts as met') },
        { value: 'not met', label: t('It counts as not met') },
      ]}
      description={
        lets ? (
          <span className={classes.warned}>{t('So a use of which nobody knows it gets past this policy.')}</span>
        ) : blocks ? (
          t('Left as it is, whoever hides it is blocked, too.')
        ) : (
          t('Left as it is, only a use of which it is known is allowed.')
        )
      }
      onChange={event => {
        const { unknown: _before, ...rest } = draft[of]
        const next = read[event.currentTarget.value]
        set(of, { ...rest, ...(next === undefined ? {} : { unknown: next }) })
      }}
    />
  )
}
