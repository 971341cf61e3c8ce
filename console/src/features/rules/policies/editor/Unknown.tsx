import { policyActions } from '@claviger/contract/decide/policy-content'
import { NativeSelect } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { useDraft } from './policy-draft.ts'

const asValue = (unknown: boolean | undefined) => (unknown === undefined ? '' : unknown ? 'met' : 'not met')
const read: Record<string, boolean | undefined> = { '': undefined, met: true, 'not met': false }

type Asks = 'rpRestriction' | 'appRestriction' | 'ipRestriction' | 'locationRestriction' | 'devices'

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
          label: blocks ? t('Matches, so the use is blocked (safe)') : t("Doesn't match (safe)"),
        },
        { value: 'met', label: t('Matches') },
        { value: 'not met', label: t("Doesn't match") },
      ]}
      description={
        lets ? (
          <span className="cv-warn">{t("With this setting, the policy doesn't stop uses with unknown values.")}</span>
        ) : blocks ? (
          t('With this setting, users who hide this value are also blocked.')
        ) : (
          t('With this setting, only uses with a known value are allowed.')
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
