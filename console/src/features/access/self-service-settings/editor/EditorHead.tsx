import { Button, Menu } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { OnOrOff } from '../list/OnOrOff.tsx'
import { useSource } from '../source.ts'
import { useDraft } from './page-draft.ts'

const DeletePage = lazy(() => import('./DeletePage.tsx'))
const Rename = lazy(() => import('./Rename.tsx'))
const Versions = lazy(() => import('./Versions.tsx'))

export function EditorHead() {
  const { calls, fixed, home, write } = useSource()
  const { page, name } = useDraft()
  const go = useNavigate()
  const [open, setOpen] = useState<'rename' | 'versions' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const turn = useWrite(calls.turn, {
    done: after =>
      toast(
        'success',
        after.active ? t('{name} is published', { name: after.name }) : t('{name} is turned off', { name: after.name }),
        {
          action: { label: t('Undo'), do: () => turn.mutate({ ...fixed, page: after.id, active: !after.active }) },
        },
      ),
  })
  return (
    <>
      <PageHead
        title={name}
        beside={<OnOrOff active={page.active} draft={page.draft} />}
        actions={
          <>
            <Button
              component="a"
              href={page.link}
              target="_blank"
              rel="noreferrer"
              variant="default"
              leftSection={<IconExternalLink size={16} stroke={1.7} aria-hidden />}
            >
              {t('Open page')}
            </Button>
            {page.draft && write && (
              <Button loading={turn.isPending} onClick={() => turn.mutate({ ...fixed, page: page.id, active: true })}>
                {t('Publish')}
              </Button>
            )}
            <MoreMenu label={t('More actions for {name}', { name })}>
              {write && !page.draft && (
                <Menu.Item onClick={() => turn.mutate({ ...fixed, page: page.id, active: !page.active })}>
                  {page.active ? t('Turn off') : t('Turn on')}
                </Menu.Item>
              )}
              {write && <Menu.Item onClick={() => setOpen('rename')}>{t('Rename…')}</Menu.Item>}
              <Menu.Item onClick={() => setOpen('versions')}>{t('Versions…')}</Menu.Item>
              {write && (
                <Menu.Item data-danger onClick={() => setOpen('delete')}>
                  {t('Delete…')}
                </Menu.Item>
              )}
            </MoreMenu>
          </>
        }
      />
      <Suspense>
        {open === 'rename' && <Rename close={close} />}
        {open === 'versions' && <Versions close={close} />}
        {open === 'delete' && <DeletePage close={close} gone={() => void go({ to: home, ignoreBlocker: true })} />}
      </Suspense>
    </>
  )
}
