import type { ExternalReport } from '@claviger/contract/access/external-sign-in'
import { Box, Group, Stack } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { SignedOutPage } from '#shell/SignedOutPage.tsx'
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
        <Stack component="ul" gap={12}>
          {of.checks.map(({ check, ok, detail }) => (
            <Group component="li" gap={10} align="flex-start" wrap="nowrap" key={check}>
              {ok ? (
                <IconCircleCheck className="cv-ok" size={20} stroke={1.7} aria-label={t('Passed')} />
              ) : (
                <IconCircleX className="cv-bad" size={20} stroke={1.7} aria-label={t('Failed')} />
              )}
              <div>
                <p>{t(check)}</p>
                {detail !== null && <p className="cv-quiet cv-wrap">{t(detail)}</p>}
              </div>
            </Group>
          ))}
        </Stack>
        {of.told.length > 0 && (
          <section>
            <Box component="h2" fz={15} fw={600} mb={8}>
              {t('Data from the provider')}
            </Box>
            <Facts of={of.told.map(({ name, value }) => [name, value] as const)} />
          </section>
        )}
      </Stack>
    </SignedOutPage>
  )
}
