import type { Warning } from '@claviger/contract/access/self-service-settings/self-service-page'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import classes from '../editor.module.css'

export const Warnings = ({ of }: { of: readonly Warning[] }) => (
  <div className={classes.warnings} role="status" aria-label={t('Warnings')}>
    {of.map(({ kind, danger, says }) => (
      <Notice key={kind} level="warning">
        {danger && <strong>{t('Unsafe:')} </strong>}
        {says}.
      </Notice>
    ))}
  </div>
)
