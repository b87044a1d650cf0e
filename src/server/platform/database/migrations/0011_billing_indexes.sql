-- What a subscription has brought is looked up with every event of it; what is open or old, every hour.
create index payments_subscription on payments (subscription_id) where subscription_id is not null;
create index checkouts_open on checkouts (created_at) where state = 'open';
create index billing_events_received on billing_events (received_at);
