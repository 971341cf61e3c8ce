import { Box, Button, Group } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './page.module.css'

export function EmptyState({
  title,
  children,
  action,
  link,
  icon: Picture,
  heading: Heading = 'h2',
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Where the first entry comes from; false if the user may not open it. */
  link?: { to: string; label: string; search?: Record<string, string> } | false
  icon?: Icon
  /** `h1` where it takes the place of a whole page. */
  heading?: 'h1' | 'h2'
}) {
  return (
    <div className={`cv-column ${classes.state}`}>
      {Picture && (
        <span className={`cv-centered cv-tint ${classes.stateIcon}`} data-tone="accent">
          <Picture size={26} stroke={1.6} aria-hidden />
        </span>
      )}
      <Heading>{title}</Heading>
      {children && (
        <Box component="p" maw={360} className="cv-lead">
          {children}
        </Box>
      )}
      {(action || link) && (
        <Group gap={8} align="stretch" justify="center" mt={12}>
          {action}
          {link && (
            <Button component={Link} variant="default" to={link.to} search={(link.search ?? {}) as never}>
              {link.label}
            </Button>
          )}
        </Group>
      )}
    </div>
  )
}
