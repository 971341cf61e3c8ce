import { approvals } from '@claviger/contract/access/approvals'
import { Button, Stack } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { NotificationSwitch } from '#features/keys/push/NotificationSwitch.tsx'

export function OwnRequests({ open }: { open: (request: string) => void }) {
  const list = useRead(approvals.mine, {}, { every: 3000, quiet: true })
  return (
    <Stack gap={14}>
      <Waiting on={list} what={t('your requests')}>
        {list.data?.items.length === 0 ? (
          <p className="cv-quiet" role="status">
            {t(
              'No pending requests. Choose “Approve on my phone” on your computer. The request then appears here automatically.',
            )}
          </p>
        ) : (
          <Stack component="ul" gap={8}>
            {list.data?.items.map(({ request, device, ip }) => (
              <li key={`${device} ${ip}`}>
                <Button size="lg" fullWidth onClick={() => open(request)}>
                  {t('Review: {device}, {address}', { device, address: ip })}
                </Button>
              </li>
            ))}
          </Stack>
        )}
      </Waiting>
      <NotificationSwitch />
    </Stack>
  )
}
