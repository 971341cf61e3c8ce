import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { deviceActs, devices } from '@claviger/contract/keys/devices'
import { Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'

type Act = (typeof deviceActs)[number]
type Told = OutputOf<typeof devices.preview.reply>

const loses = (of: Told) => [
  t('Their agents are refused immediately. To use the devices again, you must register them again.'),
  ...(of.users > 0
    ? [
        t(
          '{count, plural, one {# user has} other {# users have}} used these devices. Their keys no longer work there offline.',
          {
            count: of.users,
          },
        ),
      ]
    : []),
  ...(of.accounts > 0
    ? [
        t('{count, plural, one {# fixed account is} other {# fixed accounts are}} also deleted.', {
          count: of.accounts,
        }),
      ]
    : []),
  t("You can't undo this."),
]

const what: Record<Act, (of: Told) => string[]> = {
  remove: loses,
  'offline-on': of => [
    t('A key works offline on these devices if its settings allow it and it was used there online before.'),
    ...(of.already > 0
      ? [
          t(
            '{count, plural, one {# device already allows offline use and gets} other {# devices already allow offline use and get}} these limits.',
            {
              count: of.already,
            },
          ),
        ]
      : []),
  ],
  'offline-off': of => [
    t('Computers apply this change the next time they connect.'),
    ...(of.already > 0
      ? [
          t(
            "{count, plural, one {# device doesn't allow offline use and is not changed} other {# devices don't allow offline use and are not changed}}.",
            {
              count: of.already,
            },
          ),
        ]
      : []),
  ],
}

export function Preview({ act, of }: { act: Act; of: Told }) {
  const others = of.able - of.names.length
  return (
    <Stack className="cv-lead" gap={10}>
      {of.names.length > 0 && (
        <p>
          <b>{of.names.join(', ')}</b>{' '}
          {others > 0 && t('and {count, plural, one {# more} other {# more}}', { count: others })}
        </p>
      )}
      {what[act](of).map(line => (
        <p key={line}>{line}</p>
      ))}
      {of.gone > 0 && (
        <p>{t('{count, plural, one {# device was} other {# devices were}} already removed.', { count: of.gone })}</p>
      )}
    </Stack>
  )
}
