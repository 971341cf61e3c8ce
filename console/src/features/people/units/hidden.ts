const flag = 'OUSuccess'

/** True when somebody at this browser wants no more explanations after creating a unit. */
export const createdIsHidden = (): boolean => localStorage.getItem(flag) === 'hidden'

export const hideCreated = (): void => localStorage.setItem(flag, 'hidden')
