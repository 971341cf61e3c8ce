import type { ReactNode } from 'react'
import classes from './icon-row.module.css'

/** A short list in a card, each line with an icon. */
export const IconRows = ({ children }: { children: ReactNode }) => <ul className={classes.list}>{children}</ul>

/** One line: icon, name with tags, a line about it, what happened last, and a menu. */
export function IconRow({
  icon,
  name,
  about,
  last,
  menu,
}: {
  icon: ReactNode
  name: ReactNode
  about: ReactNode
  /** Left out on a phone. */
  last: ReactNode
  menu: ReactNode
}) {
  return (
    <li className={classes.row}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.names}>
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>{about}</span>
      </div>
      <span className={classes.last}>{last}</span>
      {menu}
    </li>
  )
}
