import { policyActions } from '@claviger/contract/decide/policy-content'
import { Box } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { useNames } from '#features/decide/policy-content/known-names.ts'
import { demandsOf, sentencesOf } from '#features/decide/policy-content/policy-labels.ts'
import { contentOf, useDraft } from './policy-draft.ts'
import classes from './editor.module.css'

export function PolicySummary() {
  const { draft } = useDraft()
  const { fields } = useFormState()
  const { of: names } = useNames()
  const content = contentOf(fields.values)
  if (draft.action === null) return null
  const says = content === null ? [] : sentencesOf(content, names)
  const demands = content === null || draft.action === policyActions.block ? [] : demandsOf(content, names)
  const blocks = draft.action === policyActions.block
  return (
    <Box
      component="section"
      className={`${classes.words ?? ''} cv-panel cv-prose`}
      p="14px 16px 16px"
      aria-label={t('Summary')}
    >
      <span className="cv-small">{t('Summary')}</span>
      <p>
        <b className={blocks ? 'cv-bad' : 'cv-ok'}>{blocks ? t('Block') : t('Allow')}</b>{' '}
        {content === null ? t('… the policy is not complete yet') : says.length === 0 ? t('all users') : t('when')}
      </p>
      {says.length > 0 && (
        <ul>
          {says.map(({ name, says: sentence }) => (
            <li key={name}>{sentence}</li>
          ))}
        </ul>
      )}
      {demands.length > 0 && (
        <>
          <p>{t('and only if')}</p>
          <ul>
            {demands.map(one => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
    </Box>
  )
}
