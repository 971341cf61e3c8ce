import { licenseWarnings } from '@claviger/contract/billing/licenses'
import type { Licenses } from '@claviger/contract/billing/licenses'
import { Box } from '@mantine/core'
import { count, percentOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import classes from './licenses.module.css'

/** Used keys of the limit, with marks where warnings start. */
export function LicenseBar({ of }: { of: Licenses }) {
  const { used, limit, warning } = of
  if (limit === null)
    return (
      <Box component="p" className="cv-quiet" mb={8}>
        {t('{count} keys in use, no limit', { count: used })}
      </Box>
    )
  const words = t('{used} of {limit}', { used: count(used), limit: count(limit) })
  const share = limit === 0 ? 1 : Math.min(1, used / limit)
  return (
    <>
      <Box component="p" className="cv-quiet" mb={8}>
        <Box component="strong" className="cv-number" fz={24} lh="32px">
          {words}
        </Box>{' '}
        {t('keys in use')} ({percentOf(limit === 0 ? 1 : used / limit, 0)})
      </Box>
      <div
        className={classes.bar}
        role="meter"
        aria-label={t('Keys in use')}
        aria-valuenow={used}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuetext={words}
        data-warning={warning ?? undefined}
      >
        <span style={{ width: `${share * 100}%` }} />
        {licenseWarnings.slice(0, -1).map(mark => (
          <i key={mark} style={{ insetInlineStart: `${mark}%` }} />
        ))}
      </div>
    </>
  )
}
