import { Group } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { Dot } from '#platform/ui/bits/Status.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useConcerns } from './concerns.ts'
import classes from './dashboard.module.css'

export function Attention() {
  const { users, concerns, more } = useConcerns()
  return (
    <Card title={t('Needs attention')} flush>
      <Waiting on={users} what={t('what needs attention')}>
        {concerns.length === 0 && more ? (
          <Bones lines={5} />
        ) : concerns.length === 0 ? (
          <Group component="p" className={`${classes.calm ?? ''} cv-quiet`} gap={8} wrap="nowrap" p={16}>
            <IconCircleCheck size={18} stroke={1.7} aria-hidden /> {t('Nothing needs your attention.')}
          </Group>
        ) : (
          <ul className={`${classes.rows ?? ''} cv-ruled`}>
            {concerns.map(({ key, look, says, act, to, search }) => (
              <li key={key}>
                <Dot shape={look.shape} tone={look.tone} />
                <span className={`${classes.grow ?? ''} cv-fill`}>{says}</span>
                <Link to={to} search={search} aria-label={t('{act}: {what}', { act, what: says })}>
                  {act}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Waiting>
    </Card>
  )
}
