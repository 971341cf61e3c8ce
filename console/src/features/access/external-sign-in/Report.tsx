import { Stack } from '@mantine/core'
import type { ExternalReport } from '@claviger/contract/access/external-sign-in'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'
import classes from './external.module.css'
import { outcomeWords } from './external-sign-in-labels.ts'

export default function Report({ of }: { of: ExternalReport }) {
  const works = of.outcome !== null
  return (
    <SignedOutPage
      tab={t('Connection test')}
      title={works ? t('The connection works') : t('The connection does not work')}
      under={t("This test didn't sign anyone in. You can close this tab.")}
      wide
    >
      <Stack gap={16}>
        {of.outcome !== null && <Notice level="info">{t(outcomeWords[of.outcome])}</Notice>}
        <ul className={classes.checks}>
          {of.checks.map(({ check, ok, detail }) => (
            <li key={check} data-ok={ok || undefined}>
              {ok ? (
                <IconCircleCheck size={20} stroke={1.7} aria-label={t('Passed')} />
              ) : (
                <IconCircleX size={20} stroke={1.7} aria-label={t('Failed')} />
              )}
              <div>
                <p>{t(check)}</p>
                {detail !== null && <p className={classes.quiet}>{t(detail)}</p>}
              </div>
            </li>
          ))}
        </ul>
        {of.told.length > 0 && (
          <section>
            <h2 className={classes.second}>{t('Data from the provider')}</h2>
            <Facts of={of.told.map(({ name, value }) => [name, value] as const)} />
          </section>
        )}
      </Stack>
    </SignedOutPage>
  )
}
