// Joins class names; of two that set the same property the later one stays.
import { clsx, type ClassValue } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';
import { config } from './class-groups.ts';

const merge = createTailwindMerge(config as () => never);

export const cn = (...classes: ClassValue[]) => merge(clsx(classes));
