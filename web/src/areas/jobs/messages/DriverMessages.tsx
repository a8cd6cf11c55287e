// Driver tab: messages of dispatch.
import { Card } from '@waybill/plugin';
import { Conversation } from './Conversation.tsx';

export default function DriverMessages({ id }: { id: number }) {
  return (
    <Card className="max-w-2xl">
      <Conversation driverId={id} />
    </Card>
  );
}
