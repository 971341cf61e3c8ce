import { onBehalf, serviceNames } from '@claviger/contract/directories/on-behalf'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { isHidden } from '#shell/introductions.ts'
import { useSession } from '#shell/session.tsx'
import type { AddingPasskeys } from '#features/keys/security-keys/UserPasskeys.tsx'

const Introduction = lazy(() => import('./Introduction.tsx'))
const Register = lazy(() => import('./Register.tsx'))
const Pass = lazy(() => import('./Pass.tsx'))

type Open = 'entra' | 'okta' | 'pass' | 'others' | null

export function AddPasskeys({ user, atSite }: AddingPasskeys) {
  const { me } = useSession()
  const [open, setOpen] = useState<Open>(null)
  const { data } = useRead(onBehalf.standing, { userId: user.id }, { quiet: true })
  const of = (service: string) => data?.items.find(one => one.service === service)
  const close = () => setOpen(null)
  const imported = of('entra')?.connected === true && of('entra')?.reason !== 'not-from-there'
  return (
    <>
      <Menu width={250} position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden />}>
            {t('Add passkey')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('entra')}>{serviceNames.entra}</Menu.Item>
          <Menu.Item onClick={() => setOpen('okta')}>{serviceNames.okta}</Menu.Item>
          <Menu.Item onClick={() => (isHidden('OthersPasskey', me.id) ? atSite() : setOpen('others'))}>
            {t('Other sites…')}
          </Menu.Item>
          {imported && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setOpen('pass')}>{t('Temporary Access Pass…')}</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {(open === 'entra' || open === 'okta') && <Register user={user} service={open} close={close} />}
        {open === 'pass' && <Pass user={user} close={close} />}
        {open === 'others' && (
          <Introduction
            of="OthersPasskey"
            close={close}
            go={() => {
              close()
              atSite()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
