// The icons that a tenant may give its own links in the sidebar, by the names that are kept.
import {
  BookOpen, Building2, Calculator, CalendarDays, ChartColumn, CircleHelp, ClipboardList, Cloud, Container, CreditCard, FileText, Globe,
  GraduationCap, Headset, House, LifeBuoy, Link as LinkSign, Mail, Map, MessageSquare, Newspaper, Package, Phone, Plane, Puzzle, Ship, ShoppingCart, Star, Truck, Users, Warehouse,
  type LucideIcon,
} from 'lucide-react';

export const LINK_ICONS: Record<string, LucideIcon> = {
  link: LinkSign, globe: Globe, home: House, help: CircleHelp, support: LifeBuoy, headset: Headset, phone: Phone, mail: Mail, chat: MessageSquare,
  book: BookOpen, training: GraduationCap, news: Newspaper, document: FileText, list: ClipboardList, calendar: CalendarDays, chart: ChartColumn,
  calculator: Calculator, card: CreditCard, cart: ShoppingCart, star: Star, people: Users, building: Building2, warehouse: Warehouse, package: Package,
  truck: Truck, ship: Ship, plane: Plane, container: Container, map: Map, cloud: Cloud, puzzle: Puzzle,
};

export function LinkIcon({ name, className }: { name: string | null | undefined; className?: string }) {
  const Icon = LINK_ICONS[name ?? ''] ?? LinkSign;
  return <Icon aria-hidden {...(className ? { className } : {})} />;
}
